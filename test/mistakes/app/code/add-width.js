export default function addWidth(columns) {
  return columns.map((column) => ({ ...column, width: 120 }));
}
