import type { ImageRecipe } from '../../image-recipe.ts';

const fromLine = /^\s*FROM\s+(?:--\S+\s+)*(?<image>\S+)(?:\s+AS\s+(?<stage>\S+))?/gim;

/** The text of a recipe's Dockerfile, where it is given and not read from disk. */
export function dockerfileText(recipe: ImageRecipe, readText: (file: string) => string): string {
  const source = recipe.files.find(({ path }) => path === recipe.dockerfile)?.source;
  if (source === undefined) return '';
  if ('file' in source) return readText(source.file);
  return typeof source.content === 'string' ? source.content : new TextDecoder().decode(source.content);
}

/**
 * The images that a Dockerfile starts from, without its own stages.
 *
 * @param dockerfile - Its text.
 * @param buildArguments - Filled in where `FROM` names one.
 */
export function baseImages(dockerfile: string, buildArguments: Readonly<Record<string, string>>): readonly string[] {
  const stages = new Set<string>();
  const images = new Set<string>();
  for (const { groups } of dockerfile.matchAll(fromLine)) {
    const image = (groups?.['image'] ?? '').replace(
      /\$\{?(\w+)\}?/g,
      (found, name: string) => buildArguments[name] ?? found,
    );
    if (image !== 'scratch' && !stages.has(image.toLowerCase())) images.add(image);
    const stage = groups?.['stage'];
    if (stage !== undefined) stages.add(stage.toLowerCase());
  }
  return [...images];
}

/**
 * Puts recipes in an order in which each comes after those that it is built on.
 *
 * @param recipes - In any order.
 * @param basesOf - The images that a recipe starts from.
 * @param wanted - The tags that are needed; those that they are built on come with them. All where left out.
 */
export function buildOrder(
  recipes: readonly ImageRecipe[],
  basesOf: (recipe: ImageRecipe) => readonly string[],
  wanted?: ReadonlySet<string>,
): readonly ImageRecipe[] {
  const byTag = new Map(recipes.map((recipe) => [recipe.tag, recipe]));
  const ordered = new Set<ImageRecipe>();
  const visit = (recipe: ImageRecipe, way: ReadonlySet<ImageRecipe>): void => {
    if (ordered.has(recipe) || way.has(recipe)) return;
    for (const base of basesOf(recipe)) {
      const other = byTag.get(base);
      if (other !== undefined) visit(other, new Set([...way, recipe]));
    }
    ordered.add(recipe);
  };
  for (const recipe of recipes) if (wanted?.has(recipe.tag) ?? true) visit(recipe, new Set());
  return [...ordered];
}
