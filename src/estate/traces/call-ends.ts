/** An operation as the end of a call. */
export interface OperationEnd {
  readonly what: 'operation';
  /** Identity of its component. */
  readonly component: string;
  readonly template: string;
  /** The operation that this one became part of, once a segment of its path turned out to be a parameter. */
  readonly mergedInto: OperationEnd | undefined;
}

/** A component that calls outside of any of its operations. */
export interface LooseEnd {
  readonly what: 'loose';
  readonly component: string;
}

/** Something that is called and sends no span for it; a queue hands on what it was given. */
export interface PeerEnd {
  readonly what: 'peer';
  readonly key: string;
  readonly template: string;
}

/** Who calls. */
export type CallerEnd = OperationEnd | LooseEnd | PeerEnd;

/** Who is called. */
export type CalleeEnd = OperationEnd | PeerEnd;

/** The operation that counts for one that became part of another. */
export function standing<Operation extends { readonly mergedInto: Operation | undefined }>(
  operation: Operation,
): Operation {
  let at = operation;
  while (at.mergedInto !== undefined) at = at.mergedInto;
  return at;
}
