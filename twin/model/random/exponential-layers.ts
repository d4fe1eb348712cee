/**
 * The exponential density cut into 256 layers of the same area, after Marsaglia and Tsang, "The ziggurat method for generating
 * random variables" (2000), whose two constants these are: where the lowest layer becomes the tail, and the area of each. A
 * draw takes a layer by 8 bits of a word and a place in it by the other 24, which are then independent; 98.9 % lie where
 * neither a logarithm nor an exponential is needed.
 */
const layers = 256;
const tailFrom = 7.69711747013105;
const area = 0.003949659822581572;

/** How far each layer reaches, from the lowest, which the area of the tail makes as wide as if it were a rectangle, up to 0. */
export const layerWidths = new Float64Array(layers + 1);
layerWidths[0] = area * Math.exp(tailFrom);
layerWidths[1] = tailFrom;
for (let layer = 2; layer < layers; layer++) {
  const below = layerWidths[layer - 1] as number;
  layerWidths[layer] = -Math.log(Math.exp(-below) + area / below);
}

/** A 2^24th of each layer's width. */
export const layerSteps = layerWidths.map((width) => width / 2 ** 24);

/**
 * An exponential number with mean 1 where a layer's place may lie above the density.
 *
 * @param layer - 0 to 255.
 * @param place - In the layer, beyond what the layer above it covers.
 * @param uniform - Further numbers in (0, 1).
 */
export function nearEdge(layer: number, place: number, uniform: () => number): number {
  // The tail of an exponential is one again.
  if (layer === 0) return tailFrom - Math.log(uniform());
  const bottom = Math.exp(-(layerWidths[layer] as number));
  const top = Math.exp(-(layerWidths[layer + 1] as number));
  if (bottom + uniform() * (top - bottom) < Math.exp(-place)) return place;
  const nextLayer = Math.floor(uniform() * layers);
  const nextPlace = uniform() * (layerWidths[nextLayer] as number);
  return nextPlace < (layerWidths[nextLayer + 1] as number) ? nextPlace : nearEdge(nextLayer, nextPlace, uniform);
}
