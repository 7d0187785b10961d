// What a control is and its state, as an attribute of its element: the truth that the network is trained on.
export interface Truth {
  readonly role: string;
  readonly on?: boolean;
  readonly mixed?: boolean;
  readonly disabled?: boolean;
  readonly focused?: boolean;
  readonly default?: boolean;
  readonly placeholder?: boolean;
  readonly value?: number;
  readonly kind?: string;
  readonly name?: string;
}

export function tagged(truth: Truth): string {
  return `data-c='${JSON.stringify(truth).replaceAll("'", '&#39;').replaceAll('<', '&lt;')}'`;
}
