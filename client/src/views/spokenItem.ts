import type { TreeItem } from 'vscode';

/**
 * Gives a row the words that a screen reader says: those that stand on it, and what else its icon means. Without them VS Code
 * says the tooltip alone where that is a text. What a row says of itself already stays.
 */
export function spokenItem(item: TreeItem, ...meanings: readonly string[]): TreeItem {
  if (item.accessibilityInformation === undefined) {
    const { label, description } = item;
    const shown = [typeof label === 'string' ? label : label?.label, description];
    const words = [...shown, ...meanings].filter((one) => typeof one === 'string' && one !== '');
    item.accessibilityInformation = { label: words.join(', ') };
  }
  return item;
}

/** Whether a name says by itself that it is production. */
export function isProductionName(name: string | undefined): boolean {
  return name !== undefined && /^prod/i.test(name);
}
