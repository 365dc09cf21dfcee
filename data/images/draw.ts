/**
 * Draws the sandbox's pictures: `node data/images/draw.ts`. Development only; needs Debian's librsvg2-bin and imagemagick.
 * The pictures are committed, so nobody else runs this. All shapes are our own work.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";

interface Tint {
  readonly base: string;
  readonly dark: string;
  readonly light: string;
  readonly ground: string;
}

const TINTS = {
  red: { base: "#d8473f", dark: "#9f2a25", light: "#f29a93", ground: "#fbeeec" },
  blue: { base: "#2f6fc4", dark: "#1b4786", light: "#8fb8ec", ground: "#ecf2fb" },
  green: { base: "#3c9a5f", dark: "#22663b", light: "#9cd6b1", ground: "#ecf7f0" },
  black: { base: "#3a3f47", dark: "#1d2025", light: "#9aa1ac", ground: "#f1f2f4" },
} satisfies Record<string, Tint>;

/** On a board of 1000 x 1000. */
type Shape = (tint: Tint) => string;

const SHAPES = {
  shoe: ({ base, dark, light }) => `<g transform="translate(0 96)">
    <path fill="url(#body)" d="M128 668 L146 452 Q152 418 186 430 Q250 486 332 452 Q376 432 412 392 Q430 372 456 384 Q560 512 706 548 Q872 582 886 668 Z"/>
    <path fill="${dark}" opacity=".35" d="M128 668 L140 520 Q230 560 270 668 Z"/>
    <path fill="${light}" d="M720 552 Q872 586 886 668 L690 668 Q676 600 720 552 Z"/>
    <path fill="none" stroke="#fff" stroke-width="24" stroke-linecap="round" d="M318 640 Q430 600 500 480 M402 640 Q500 610 566 530"/>
    <g stroke="${dark}" stroke-width="15" stroke-linecap="round"><path d="M428 428 L486 400"/><path d="M470 478 L532 446"/><path d="M520 524 L584 490"/><path d="M578 560 L640 524"/></g>
    <path fill="#fff" stroke="${base}" stroke-width="4" d="M116 664 H892 Q918 742 846 750 H172 Q104 748 116 664 Z"/>
    <path fill="${light}" d="M124 712 H902 Q894 746 846 750 H172 Q132 748 124 712 Z"/></g>`,
  shirt: ({ dark, light }) => `
    <path fill="url(#body)" d="M386 206 L262 250 Q240 258 226 276 L116 432 L246 520 L304 462 L296 812 Q298 834 322 834 H678 Q702 834 704 812 L696 462 L754 520 L884 432 L774 276 Q760 258 738 250 L614 206 Q500 318 386 206 Z"/>
    <path fill="none" stroke="${dark}" stroke-width="22" d="M384 208 Q500 322 616 208"/>
    <path fill="${light}" d="M302 520 H698 V584 H302 Z"/><path fill="#fff" d="M302 600 H698 V622 H302 Z"/>
    <path fill="none" stroke="${dark}" stroke-width="8" opacity=".6" d="M304 462 Q320 380 300 300 M696 462 Q680 380 700 300 M136 420 L256 500 M864 420 L744 500"/>`,
  bottle: ({ dark, light }) => `
    <rect x="430" y="120" width="140" height="96" rx="18" fill="${dark}"/>
    <path fill="${dark}" d="M446 216 H554 V262 H446 Z" opacity=".75"/>
    <path fill="url(#body)" d="M446 256 H554 Q566 330 634 376 Q664 402 664 448 V822 Q664 862 624 862 H376 Q336 862 336 822 V448 Q336 402 366 376 Q434 330 446 256 Z"/>
    <path fill="#fff" opacity=".35" d="M378 440 Q380 410 402 394 L424 394 V824 H394 Q378 824 378 806 Z"/>
    <rect x="336" y="510" width="328" height="210" fill="#fff"/>
    <rect x="336" y="510" width="328" height="26" fill="${light}"/><rect x="336" y="694" width="328" height="26" fill="${light}"/>
    <path fill="${dark}" d="M500 556 Q560 626 540 656 Q524 682 500 682 Q476 682 460 656 Q440 626 500 556 Z"/>`,
  bag: ({ dark, light }) => `
    <path fill="none" stroke="${dark}" stroke-width="34" stroke-linecap="round" d="M352 430 V330 Q352 190 500 190 Q648 190 648 330 V430"/>
    <path fill="url(#body)" d="M232 388 H768 Q792 388 796 412 L842 800 Q846 844 802 844 H198 Q154 844 158 800 L204 412 Q208 388 232 388 Z"/>
    <path fill="${dark}" opacity=".3" d="M204 412 Q208 388 232 388 H768 Q792 388 796 412 L802 462 H198 Z"/>
    <path fill="${light}" d="M386 560 H614 Q634 560 634 580 V704 Q634 724 614 724 H386 Q366 724 366 704 V580 Q366 560 386 560 Z"/>
    <path fill="none" stroke="#fff" stroke-width="9" stroke-dasharray="22 14" d="M186 800 H814"/>
    <circle cx="352" cy="432" r="20" fill="#fff"/><circle cx="648" cy="432" r="20" fill="#fff"/>`,
  cap: ({ base, dark, light }) => `<g transform="translate(-20 118)">
    <path fill="url(#body)" d="M176 610 Q170 300 470 288 Q756 288 760 610 Z"/>
    <path fill="none" stroke="${dark}" stroke-width="8" opacity=".7" d="M470 290 Q330 400 330 610 M470 290 Q612 400 612 610 M470 290 V610"/>
    <path fill="${dark}" d="M168 606 H764 Q930 622 958 706 Q962 730 934 724 Q760 664 420 690 Q240 702 172 680 Q160 640 168 606 Z"/>
    <path fill="${base}" opacity=".55" d="M764 606 Q930 622 958 706 Q800 640 520 650 Z"/>
    <circle cx="470" cy="284" r="24" fill="${dark}"/><circle cx="470" cy="486" r="74" fill="${light}"/>
    <path fill="#fff" d="M470 436 L484 472 L522 474 L492 498 L503 535 L470 514 L437 535 L448 498 L418 474 L456 472 Z"/></g>`,
  shorts: ({ dark, light }) => `
    <path fill="url(#body)" d="M246 250 H754 L838 742 Q842 768 816 772 L590 796 Q566 798 560 774 L500 520 L440 774 Q434 798 410 796 L184 772 Q158 768 162 742 Z"/>
    <path fill="${dark}" d="M250 226 H750 Q762 226 764 238 L768 304 H232 L236 238 Q238 226 250 226 Z"/>
    <path fill="${light}" d="M254 304 L222 776 L178 770 Q158 766 162 742 L236 304 Z M746 304 L778 776 L822 770 Q842 766 838 742 L764 304 Z"/>
    <path fill="none" stroke="#fff" stroke-width="12" stroke-linecap="round" d="M478 300 Q458 380 470 420 M522 300 Q542 380 530 420"/>
    <path fill="none" stroke="${dark}" stroke-width="8" opacity=".7" d="M500 304 V520"/>`,
} satisfies Record<string, Shape>;

type Size = readonly [width: number, height: number];

/** Dealt out in turn; both ends of the allowed range are among them. */
const SIZES: readonly Size[] = [[800, 800], [1000, 1000], [1200, 900], [1200, 1200], [900, 1200], [640, 800], [400, 400]];

function svg(shape: Shape, tint: Tint, [width, height]: Size): string {
  const side = Math.min(width, height);
  const place = `translate(${(width - side) / 2} ${(height - side) / 2}) scale(${side / 1000})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <radialGradient id="ground" cx=".5" cy=".42" r=".8"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${tint.ground}"/></radialGradient>
      <linearGradient id="body" x1="0" y1="0" x2=".5" y2="1"><stop offset="0" stop-color="${tint.light}"/><stop offset=".28" stop-color="${tint.base}"/><stop offset="1" stop-color="${tint.dark}"/></linearGradient>
      <radialGradient id="shadow"><stop offset="0" stop-color="#000" stop-opacity=".28"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="${width}" height="${height}" fill="url(#ground)"/>
    <g transform="${place}"><ellipse cx="500" cy="868" rx="380" ry="52" fill="url(#shadow)"/>${shape(tint)}</g>
  </svg>`;
}

function draw(file: string, shape: Shape, tint: Tint, size: Size, format = "jpg"): void {
  const png = execFileSync("rsvg-convert", ["--format=png"], { input: svg(shape, tint, size) });
  const options = ["-strip", "-sampling-factor", "4:2:0", "-quality", "74"];
  writeFileSync(file, execFileSync("/usr/bin/convert", ["png:-", ...options, `${format}:-`], { input: png }));
  console.log(`${file} ${size.join("x")} ${statSync(file).size} bytes`);
}

process.chdir(import.meta.dirname);
mkdirSync("planted", { recursive: true });
const pictures = Object.entries(SHAPES).flatMap(([name, shape]) =>
  Object.entries(TINTS).map(([colour, tint]) => ({ file: `${name}-${colour}.jpg`, shape, tint })),
);
SIZES.forEach((size, turn) => {
  const theirs = pictures.filter((_picture, nth) => nth % SIZES.length === turn);
  theirs.forEach(({ file, shape, tint }) => draw(file, shape, tint, size));
});
draw("planted/too-small.jpg", SHAPES.shirt, TINTS.blue, [300, 300]);
draw("planted/too-large.jpg", SHAPES.shoe, TINTS.green, [1600, 1600]);
draw("planted/png-in-disguise.jpg", SHAPES.bag, TINTS.red, [800, 800], "png8");
