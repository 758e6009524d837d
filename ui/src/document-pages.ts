/** A page of the documents. */
export interface DocumentPage {
  /** As in the address of the dashboard: `settings`, `cookbook/renewal`. */
  readonly id: string;
  readonly title: string;
  /** Every anchor begins with `doc-`, so that none is an id of the dashboard. */
  readonly html: string;
}

export interface Documents {
  readonly pages: readonly DocumentPage[];
  /** The pages in the order of the map. */
  readonly groups: readonly { readonly title: string; readonly ids: readonly string[] }[];
  /** Pictures that pages show, relative to the root; the HTML has `picture:` and the path in place of an address. */
  readonly pictures: readonly string[];
}
