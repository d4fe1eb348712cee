/** A place in the picture, in pixels from its top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where everything stands. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Middles of the boxes, in the order in which they were given. */
  readonly boxes: readonly Point[];
  /** The bends of each line, in the order in which they were given. */
  readonly lines: readonly (readonly Point[])[];
}
