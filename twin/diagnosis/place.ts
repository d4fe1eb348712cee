/** Where a fault can be: in a component, or on the way from one to another. Names come from outside: data, never words. */
export interface Place {
  /** The component, or the caller. */
  readonly component: string;
  /** The callee of an edge; `undefined` where the place is a component. */
  readonly callee: string | undefined;
}

/** The place that is a component. */
export const componentPlace = (component: string): Place => ({ component, callee: undefined });

/** The place between a caller and a callee. */
export const edgePlace = (component: string, callee: string): Place => ({ component, callee });

/** A text that no other place has. */
export const placeKey = ({ component, callee }: Place): string => JSON.stringify([component, callee ?? null]);

/**
 * A place in words.
 *
 * @param place - A component or an edge.
 * @returns `orders`, or `orders > database`.
 */
export const placeLabel = ({ component, callee }: Place): string =>
  callee === undefined ? component : `${component} > ${callee}`;

/**
 * Whether a component is the place, or an end of it.
 *
 * @param place - A component or an edge.
 * @param component - Its name.
 */
export const touches = (place: Place, component: string): boolean =>
  place.component === component || place.callee === component;
