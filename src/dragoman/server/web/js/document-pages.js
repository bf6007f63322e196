/** The pages of one document as they are looked at: read when they are wanted, the next one ahead, few kept. */

import * as server from "./server.js";

const KEPT = 6; // pictures of pages take megabytes

export class DocumentPages {
  #read = new Map(); // page number → what is read of it, or is being read

  constructor(document) {
    this.document = document;
  }

  /** Everything of a page: {page, figures, address}; the address of its picture is null where it has none. */
  read(number) {
    const known = this.#read.get(number);
    if (known) return known.content;
    const leaving = new AbortController();
    const entry = { leaving, isDone: false, content: this.#load(number, leaving.signal) };
    entry.content.then(
      () => (entry.isDone = true),
      () => this.#read.get(number) === entry && this.#read.delete(number),
    );
    this.#read.set(number, entry);
    return entry.content;
  }

  /** Stops reading what nobody waits for any more, and lets go of what was read long ago. */
  keep(number) {
    for (const [other, entry] of this.#read) {
      if (other === number) continue;
      if (!entry.isDone || (this.#read.size > KEPT && Math.abs(other - number) > 1)) this.#drop(other, entry);
    }
  }

  close() {
    for (const [number, entry] of this.#read) this.#drop(number, entry);
  }

  #drop(number, entry) {
    this.#read.delete(number);
    entry.leaving.abort();
    entry.content.then(
      ({ address }) => address && URL.revokeObjectURL(address),
      () => {},
    );
  }

  async #load(number, signal) {
    const [page, figures] = await Promise.all([
      server.page(this.document, number, "", signal),
      server.figures(this.document, number, signal),
    ]);
    if (!page.has_image) return { page, figures, address: null };
    try {
      return { page, figures, address: await server.pageImage(this.document, number, signal) };
    } catch (fault) {
      if (fault.name === "AbortError") throw fault;
      return { page, figures, address: null }; // the file may be gone since it was read; its text is stored
    }
  }
}
