import classes from "./ShareRing.module.css";

const SIZE = 72;
const THICKNESS = 7;
const RADIUS = (SIZE - THICKNESS) / 2;

/** How much of a whole, in percent, as a ring. Its words stand beside it. */
export function ShareRing({ percent }: { readonly percent: number }) {
  const circle = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS, fill: "none", strokeWidth: THICKNESS };
  return (
    <svg className={classes["ring"]} width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
      <circle {...circle} className={classes["rest"]} />
      {percent === 0 ? null : (
        <circle {...circle} className={classes["share"]} pathLength={100} strokeDasharray={`${percent} 100`} strokeLinecap="round" />
      )}
      <text x="50%" y="50%" dominantBaseline="central" textAnchor="middle" className={classes["percent"]}>
        {percent} %
      </text>
    </svg>
  );
}
