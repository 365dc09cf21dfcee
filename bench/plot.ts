import type { Sample } from "./measure.ts";

/** One drawing per figure: how much each contender did, and what an operation cost it. Plain SVG, readable on light and dark pages. */

const WIDTH = 960;
const ROW = 22;
const BAR = 14;
const TOP = 46;
const FOOT = 10;
/** Where the names end and the two panels begin and end, in pixels. */
const NAMES_END = 220;
const SPEED = { left: 230, right: 530 } as const;
const COST = { left: 630, right: 900 } as const;
/** Room for the number behind a bar. */
const NUMBER = 6;
/** Of the legend's colours. */
const SWATCH = 10;

const INK = "#6e7781";
const OURS = "#2f81f7";
const LIMIT = "#a5acb3";
/** What limits are called. */
const LIMITS = /^(pgbench|bare) /;
/** Parts of an operation's CPU time, in the order they are stacked. */
const PARTS = [
  { name: "server", of: ({ serverUs }: Sample) => serverUs, colour: OURS },
  { name: "PostgreSQL", of: ({ postgresUs }: Sample) => postgresUs, colour: "#8250df" },
  { name: "client", of: ({ clientUs }: Sample) => clientUs, colour: "#d4a72c" },
] as const;

const cost = (sample: Sample) => PARTS.reduce((sum, { of }) => sum + of(sample), 0);

/** A figure's contenders as a drawing, each a row, in the order they were measured. */
export function plotOf(title: string, samples: Readonly<Record<string, Sample>>): string {
  const rows = Object.entries(samples);
  const height = TOP + rows.length * ROW + FOOT;
  const fastest = Math.max(...rows.map(([, { perSecond }]) => perSecond));
  const dearest = Math.max(...rows.map(([, sample]) => cost(sample)));
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<g font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    text(SPEED.left, 16, escaped(title), ' font-weight="600"'),
    text(SPEED.left, 34, "operations per second"),
    ...legend(),
    ...rows.flatMap(([name, sample], i) => rowOf(name, sample, TOP + i * ROW, { fastest, dearest })),
    "</g>",
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

function rowOf(name: string, sample: Sample, top: number, { fastest, dearest }: { readonly fastest: number; readonly dearest: number }) {
  const line = top + BAR - 2;
  const speed = ((SPEED.right - SPEED.left) * sample.perSecond) / fastest;
  const marks = [
    text(NAMES_END, line, escaped(name), ' text-anchor="end"'),
    bar(SPEED.left, top, speed, LIMITS.test(name) ? LIMIT : OURS),
    text(SPEED.left + speed + NUMBER, line, Math.round(sample.perSecond).toLocaleString("en")),
  ];
  let left: number = COST.left;
  for (const { of, colour } of PARTS) {
    const width = ((COST.right - COST.left) * of(sample)) / dearest;
    if (width > 0) marks.push(bar(left, top, width, colour));
    left += width;
  }
  return [...marks, text(left + NUMBER, line, `${Math.round(cost(sample))}`)];
}

function legend(): readonly string[] {
  const marks = [text(COST.left, 16, "CPU microseconds per operation")];
  let left: number = COST.left;
  for (const { name, colour } of PARTS) {
    marks.push(bar(left, 25, SWATCH, colour, SWATCH), text(left + 14, 34, name));
    left += 90;
  }
  return marks;
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
const bar = (x: number, y: number, width: number, fill: string, height = BAR) =>
  `<rect x="${round(x)}" y="${y}" width="${round(Math.max(width, 0.5))}" height="${height}" fill="${fill}"/>`;
const text = (x: number, y: number, words: string, more = "") => `<text x="${round(x)}" y="${y}"${more}>${words}</text>`;
const escaped = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
