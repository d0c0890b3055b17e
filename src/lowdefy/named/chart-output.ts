import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { asArray, asRecord, plainText } from '../render/shown-text.ts';

/** A chart as its series. */
export function chartOutput({ properties }: BlockSnapshot): unknown {
  const option = asRecord(properties.option);
  const title = plainText(asRecord([option.title].flat()[0]).text);
  const { source, dimensions } = asRecord([option.dataset].flat()[0]);
  const axis = [option.xAxis, option.yAxis]
    .flat()
    .map(asRecord)
    .find(({ data }) => Array.isArray(data));
  const series = [option.series].flat().flatMap((one) => toSeries(asRecord(one)));
  return {
    ...(title !== undefined && { title }),
    ...(axis && { categories: asArray(axis.data).map(pointName) }),
    ...(Array.isArray(source) && { ...(dimensions ? { dimensions } : {}), rows: source }),
    series,
  };
}

function toSeries({ name, type, data }: Record<string, unknown>): object[] {
  if (!Array.isArray(data) && type === undefined) return [];
  return [
    {
      ...(plainText(name) !== undefined && { name: plainText(name) }),
      ...(plainText(type) !== undefined && { type: plainText(type) }),
      ...(Array.isArray(data) && { data: data.map(toPoint) }),
    },
  ];
}

/** Without the styles of a point; a named one, as in a pie, keeps its name. */
function toPoint(point: unknown): unknown {
  if (typeof point !== 'object' || point === null || Array.isArray(point)) return point;
  const { name, value } = asRecord(point);
  return name === undefined ? value : { name, value };
}

function pointName(category: unknown): unknown {
  return typeof category === 'object' ? asRecord(category).value : category;
}

/** The markers of a map, and the points of a heat map. */
export function mapOutput({ properties }: BlockSnapshot): unknown {
  const { markers, markerClusterers, heatmap } = properties;
  const clustered = asArray(markerClusterers).flatMap((clusterer) => asArray(asRecord(clusterer).markers));
  const rows = [...asArray(markers), ...clustered, ...asArray(asRecord(heatmap).data)].map((given) => {
    const marker = asRecord(given);
    const { lat, lng } = asRecord(marker.position ?? marker.location ?? marker);
    const label = asRecord(marker.label).text ?? marker.label;
    return { title: marker.title ?? label ?? marker.weight ?? null, lat, lng };
  });
  return { rows, total: rows.length };
}
