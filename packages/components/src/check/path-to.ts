/** The path of what stands under `key`, such as `block.children[2]`; a long key is cut. */
export const pathTo = (path: string, key: string | number): string =>
  path + (/^(?!\d)[\w$]{1,60}$/.test(`${key}`) ? `.${key}` : `[${JSON.stringify(key).slice(0, 60)}]`);
