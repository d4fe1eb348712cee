/** The operation of a broker that puts a message into a queue. */
export const putting = (queue: string): string => `put ${queue}`;

/** The operation of a consumer that takes a message from a queue. */
export const taking = (queue: string): string => `take ${queue}`;

/** The component that stands for the consumers of a queue where nobody says which those are. */
export const consumersOf = (queue: string): string => `consumers of ${queue}`;
