/** Where the others sit: clockwise from the viewer, up the left side, along the top, down the right side. */
export type Places = { left: number[]; top: number[]; right: number[] };

/** The seats around a table as they are drawn, each list from its top or from the left. */
export function around(seats: number, base: number): Places {
  const others = Array.from({ length: seats - 1 }, (_, i) => (base + 1 + i) % seats);
  const side = others.length < 3 ? 0 : others.length < 6 ? 1 : others.length < 8 ? 2 : 3;
  return {
    left: others.slice(0, side).reverse(),
    top: others.slice(side, others.length - side),
    right: others.slice(others.length - side),
  };
}
