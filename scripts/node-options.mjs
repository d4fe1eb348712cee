/**
 * Options of Node with which the product runs. V8 puts small functions into the loops that call them up to a budget that
 * the loop of the simulator outgrows; with this one it runs a tandem of queues about an eighth faster. Less leaves calls in
 * the loop, more gains nothing. The loop is also entered once and left late: where the middle one of V8's compilers replaced
 * it while it ran, it stayed there in every third run, a third slower; only the last one may.
 */
export const nodeOptions = [
  '--max-inlined-bytecode-size-cumulative=3500',
  '--max-inlined-bytecode-size=900',
  '--no-maglev-osr',
];
