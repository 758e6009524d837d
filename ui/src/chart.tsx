import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { niceTicks } from './axis.ts';
import { formatNumber } from './format.ts';

/** Places of a chart in pixels. */
export interface ChartScale {
  /** @param part 0 = the left end, 1 = the right end */
  x(part: number): number;
  y(value: number): number;
  left: number;
  right: number;
  bottom: number;
}

interface ChartProps {
  /** The chart in a sentence, for those who do not see it. */
  label: string;
  /** The name of the values. */
  unit: string;
  /** The largest value. */
  largest: number;
  /** Labels of the x axis, from left to right. @see ChartScale.x */
  ticks: readonly { part: number; text: string }[];
  height?: number;
  children: (scale: ChartScale) => ComponentChildren;
}

const lineHeight = 16;
/** Width of a character of the labels. */
const characterWidth = 7;

/** A chart with axes. It is drawn for its width, so that labels stay readable on narrow screens. */
export function Chart({ label, unit, largest, ticks, height = 220, children }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (width === undefined) return <div ref={box} class="chart" />;
  const values = niceTicks(largest);
  const top = Math.max(...values);
  const left = Math.max(...values.map((value) => formatNumber(value).length)) * characterWidth + 14;
  const right = width - 8;
  const bottom = height - lineHeight - 6;
  const first = lineHeight + 8;
  const scale: ChartScale = {
    x: (part) => left + part * (right - left),
    y: (value) => bottom - (value / top) * (bottom - first),
    left,
    right,
    bottom,
  };
  // Labels that would overlap are left out.
  const wide = Math.max(1, ...ticks.map(({ text }) => text.length)) * characterWidth + 10;
  const step = Math.max(1, Math.ceil((ticks.length * wide) / (right - left)));
  return (
    <div ref={box} class="chart">
      <svg width={width} height={height} role="img" aria-label={label}>
        <text x={2} y={12} class="unit">
          {unit}
        </text>
        {values.map((value) => (
          <g key={value}>
            <line x1={left} x2={right} y1={scale.y(value)} y2={scale.y(value)} class="grid-line" />
            <text x={left - 6} y={scale.y(value) + 4} text-anchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        {ticks
          .filter((_, n) => n % step === 0)
          .map(({ part, text }) => (
            <g key={part}>
              <line x1={scale.x(part)} x2={scale.x(part)} y1={bottom} y2={bottom + 4} class="axis" />
              <text x={scale.x(part)} y={height - 4} text-anchor={anchorOf(part)}>
                {text}
              </text>
            </g>
          ))}
        {children(scale)}
        <line x1={left} x2={right} y1={bottom} y2={bottom} class="axis" />
      </svg>
    </div>
  );
}

const anchorOf = (part: number): 'start' | 'middle' | 'end' =>
  part === 0 ? 'start' : part === 1 ? 'end' : 'middle';
