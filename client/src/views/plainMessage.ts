/**
 * A text for a notification in which nothing is a link: VS Code makes one of `[words](command:…)`, also where a name of the
 * repository or of a cluster holds it, and knows no escape. A space without width between the brackets keeps it a text.
 *
 * Source: VS Code 1.115 src/vs/base/common/linkedText.ts, `parseLinkedText`.
 */
export function plainMessage(text: string): string {
  return text.replaceAll('](', ']\u200B(');
}
