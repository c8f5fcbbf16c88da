import { newMaskAccount, type MaskAccount } from '../analysis/renderedRoot.ts';
import type { RenderedSubject } from './renderedSubject.ts';

/**
 * The accounts of masks of one session. Documents that may be compared, as those of an application on two clusters or at two
 * revisions, share one: else two other values would have the same mask, and the comparison would call them equal.
 */
export class MaskAccounts {
  private readonly accounts = new Map<string, MaskAccount>();

  /** The account of a document. */
  of({ tree, group }: Pick<RenderedSubject, 'tree' | 'group'>): MaskAccount {
    const key = `${tree.name}\n${group}`;
    const account = this.accounts.get(key) ?? newMaskAccount();
    this.accounts.set(key, account);
    return account;
  }
}
