/** Signs of the Yassa cards. Outlines lie around the origin within 10 units. */

/** Colours of Yassa with the outline that stands for each: nobody has to tell red from green. */
export const YASSA: Record<string, { path: string; fill: string; ink: string; soft: string }> = {
  R: { path: 'M0-9.5 10 8H-10Z', fill: '#c8301f', ink: '#fff', soft: '#e4695a' },
  Y: { path: 'M-9 0A9 9 0 1 1 9 0 9 9 0 1 1-9 0Z', fill: '#f4c51c', ink: '#251d00', soft: '#ffe07a' },
  G: { path: 'M0-10.5 9.5 0 0 10.5-9.5 0Z', fill: '#0a7a58', ink: '#fff', soft: '#3da888' },
  B: { path: 'M-8.5-8.5H8.5V8.5H-8.5Z', fill: '#1d56b4', ink: '#fff', soft: '#5b8de0' },
};
