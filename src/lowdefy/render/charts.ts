import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { field, renderAreas, title, toNode } from './block-node.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { asArray, asRecord, plainText } from './shown-text.ts';
import { toTable } from './table-part.ts';

type Parts = (ViewPart | undefined)[];

/** The numbers behind the chart, as a table. */
export const renderChart: BlockRender = (block, context) => {
  const option = asRecord(block.properties.option);
  const series = [option.series].flat().map(asRecord);
  const kinds = [...new Set(series.flatMap(({ type }) => plainText(type) ?? []))];
  return [
    toNode('display', block, {
      parts: [
        title(asRecord([option.title].flat()[0]).text),
        field('Chart', kinds.join(', ')),
        ...(dataset(block, option, context) ?? byCategory(block, option, series, context)),
      ],
    }),
  ];
};

/** `dataset.source`: rows, or objects. */
function dataset(
  block: BlockSnapshot,
  option: Record<string, unknown>,
  context: RenderContext,
): Parts | undefined {
  const { source, dimensions } = asRecord([option.dataset].flat()[0]);
  if (!Array.isArray(source) || source.length === 0) return undefined;
  if (Array.isArray(source[0])) {
    const named = asArray(dimensions).length > 0;
    const [first, ...rest] = source as unknown[][];
    const columns = (named ? asArray(dimensions) : (first ?? [])).map(nameOf);
    const rows = named ? (source as unknown[][]) : rest;
    return toTable(block, columns, { total: rows.length, cells: (i) => asArray(rows[i]) }, context);
  }
  const columns = Object.keys(asRecord(source[0]));
  const cells = (i: number) => columns.map((column) => asRecord(source[i])[column]);
  return toTable(block, columns, { total: source.length, cells }, context);
}

/** Series on a category axis are columns of one table; others are a table each. */
function byCategory(
  block: BlockSnapshot,
  option: Record<string, unknown>,
  series: Record<string, unknown>[],
  context: RenderContext,
): Parts {
  const axes = [option.xAxis, option.yAxis].flat().map(asRecord);
  const axis = axes.find(({ data }) => Array.isArray(data));
  const drawn = series.filter(({ data }) => Array.isArray(data));
  if (!axis) return drawn.flatMap((one) => points(block, one, context));
  const categories = asArray(axis.data);
  const columns = [
    plainText(axis.name) ?? 'Category',
    ...drawn.map((one, i) => plainText(one.name) ?? `Series ${i}`),
  ];
  const cells = (i: number) => [
    nameOf(categories[i]),
    ...drawn.map((one) => pointValue(asArray(one.data)[i])),
  ];
  return toTable(block, columns, { total: categories.length, cells }, context);
}

function points(block: BlockSnapshot, series: Record<string, unknown>, context: RenderContext): Parts {
  const data = asArray(series.data);
  const name = plainText(series.name) ?? 'Value';
  const total = data.length;
  if (Array.isArray(data[0])) {
    const columns = data[0].map((_, i) => ['x', 'y', 'z'][i] ?? `value ${i}`);
    return [
      title(series.name),
      ...toTable(block, columns, { total, cells: (i) => asArray(data[i]) }, context),
    ];
  }
  const cells = (i: number) => [asRecord(data[i]).name, pointValue(data[i])];
  return toTable(block, ['Name', name], { total, cells }, context);
}

function nameOf(category: unknown): string {
  const { name, value } = asRecord(category);
  return plainText(name ?? value ?? category) ?? '';
}

function pointValue(point: unknown): unknown {
  return typeof point === 'object' && point !== null && !Array.isArray(point) ? asRecord(point).value : point;
}

/** Markers, and the points of a heat map. */
export const renderMap: BlockRender = (block, context) => {
  const { markers, markerClusterers, heatmap, infoWindow } = block.properties;
  const all = [
    ...asArray(markers),
    ...asArray(markerClusterers).flatMap((clusterer) => asArray(asRecord(clusterer).markers)),
    ...asArray(asRecord(heatmap).data),
  ].map(asRecord);
  const cells = (i: number): unknown[] => {
    const marker = all[i] ?? {};
    const { lat, lng } = asRecord(marker.position ?? marker.location ?? marker);
    const label = typeof marker.label === 'object' ? asRecord(marker.label).text : marker.label;
    return [marker.title ?? label ?? marker.weight, lat, lng];
  };
  const isOpen = asRecord(infoWindow).visible === true;
  return [
    toNode('display', block, {
      parts: toTable(block, ['Marker', 'Latitude', 'Longitude'], { total: all.length, cells }, context),
      children: renderAreas(block, context, isOpen ? ['infoWindow'] : []),
    }),
  ];
};
