import type { Product, ProductPage } from './peers.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

function price(cents: number): string {
  return escape(euros.format(cents / 100));
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escape(title)}</title></head>
<body>
<header><a href="/products">Shop</a><form action="/products"><input name="search"><button>Search</button></form></header>
<main>
${body}
</main>
</body>
</html>
`;
}

function card({ id, name, category, description, priceCents, stock }: Product): string {
  const [firstSentence = ''] = description.split('. ');
  return `<article data-product-id="${id}">
<h2><a href="/products/${id}">${escape(name)}</a></h2>
<p>${escape(category)}</p>
<p>${escape(firstSentence)}</p>
<p><b>${price(priceCents)}</b> ${stock > 0 ? 'in stock' : 'sold out'}</p>
</article>`;
}

/**
 * The page of a list of products.
 *
 * @param found - What to show.
 * @param search - What was searched for; empty for all.
 * @param pageNumber - From 1.
 * @param pageSize - Products on a page.
 */
export function productListPage(found: ProductPage, search: string, pageNumber: number, pageSize: number): string {
  const pages = Math.max(1, Math.ceil(found.total / pageSize));
  const title = search === '' ? 'All products' : `Products for “${search}”`;
  const link = (to: number, label: string): string =>
    to < 1 || to > pages ? '' : `<a href="/products?search=${encodeURIComponent(search)}&amp;page=${to}">${label}</a>`;
  return page(
    title,
    `<h1>${escape(title)}</h1>
<p>${found.total} found, page ${pageNumber} of ${pages}</p>
${found.products.map(card).join('\n')}
<nav>${link(pageNumber - 1, 'Previous')} ${link(pageNumber + 1, 'Next')}</nav>`,
  );
}

/**
 * The page of one product.
 *
 * @param product - What to show.
 */
export function productPage(product: Product): string {
  const paragraphs = product.description.split('. ').map((sentence) => `<p>${escape(sentence)}</p>`);
  return page(
    product.name,
    `<article data-product-id="${product.id}">
<h1>${escape(product.name)}</h1>
<p>${escape(product.category)}</p>
${paragraphs.join('\n')}
<p><b>${price(product.priceCents)}</b> ${product.stock} in stock</p>
</article>`,
  );
}
