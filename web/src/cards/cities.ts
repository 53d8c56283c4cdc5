/** Signs of the Flights cards. Outlines lie around the origin within 10 units. */

/** City colours of Flights, each with a landmark of its own. */
export const CITY: Record<string, { path: string; fill: string; ink: string; soft: string }> = {
  R: {
    path: 'M0-10.5 1.2-7.5 6-5H3.6V-2L8-.5 5 1H5V4L9.5 6 7 7V10H2.5V6.5A2.5 2.5 0 0 0-2.5 6.5V10H-7V7L-9.5 6-5 4V1L-8-.5-3.6-2V-5H-6L-1.2-7.5Z',
    fill: '#b92c2c', ink: '#fff', soft: '#d9605c',
  },
  B: { path: 'M-9.5 4.5H9.5L6.5 9.5H-6.5ZM-.8 3V-10.5L-8.5 3ZM1-7.5 8 3H1Z', fill: '#1f55b0', ink: '#fff', soft: '#4f83d8' },
  G: { path: 'M0-10.5 5.5-3.5H3L8.5 4.5H1.6V10H-1.6V4.5H-8.5L-3-3.5H-5.5Z', fill: '#0c7150', ink: '#fff', soft: '#3c9c7c' },
  Y: { path: 'M-10.5 9-3-4.5 1.7 4 4.3-.5 10.5 9ZM3.5-6.5a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z', fill: '#f3c62b', ink: '#2b2200', soft: '#fbe28a' },
  O: {
    path: 'M-5.2 9.5V1.5C-5.2-3-1.2-4.5 0-9.5 1.2-4.5 5.2-3 5.2 1.5V9.5H1.8V5.5A1.8 1.8 0 0 0-1.8 5.5V9.5ZM-9.8 9.5V-2L-8.4-6-7-2V9.5ZM7 9.5V-2L8.4-6 9.8-2V9.5Z',
    fill: '#ea7f2c', ink: '#2a1200', soft: '#f7b07a',
  },
  V: { path: 'M-9.8 9.5V-1H-5.5V-7L-1-10.5V9.5ZM.8 9.5V-5.5H5.6V.5H9.8V9.5Z', fill: '#6d3a9c', ink: '#fff', soft: '#9a6cc6' },
};

/** A plane seen from above, for Flight cards. */
export const PLANE = 'M0-10.5C1.3-10.5 1.8-8.5 1.8-6.5V-3L10 3V5.5L1.8 3V7L4.5 9V10.5L0 9.5-4.5 10.5V9L-1.8 7V3L-10 5.5V3L-1.8-3V-6.5C-1.8-8.5-1.3-10.5 0-10.5Z';

/** Two arrows that pass each other: an exchange. */
export const SWAP = 'M-10-5.5H3V-9.5L10-4 3 1.5V-2.5H-10ZM10 5.5H-3V9.5L-10 4-3-1.5V2.5H10Z';
