import { registerHooks } from "node:module";

/** Plants a bug in a module of a process that is about to start: for files that are loaded before the server. Fails when there is nothing to replace. */
export function plant(path: string, honest: RegExp, hasty: string): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(path)) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString();
      if (!honest.test(source)) throw new Error(`${path}: the line that the bug is planted in is not where it was`);
      return { ...loaded, source: source.replace(honest, hasty) };
    },
  });
}
