import { isOverdue, type DifferenceRow } from '../analysis/variants.ts';
import { styled, type Output } from './io.ts';

/** A difference as JSON has it; lines from 1. */
export function differenceJson(row: DifferenceRow, today: string): object {
  const { kind, resource, field, value, usual, isTied, at, reason } = row;
  return {
    kind,
    resource,
    field: field === '' ? undefined : field,
    value,
    usual,
    tied: isTied ? true : undefined,
    file: at.file,
    line: at.start.line + 1,
    because: reason?.because,
    review: reason?.review,
    owner: reason?.owner,
    recordedAt: reason && `${reason.at.file}:${reason.at.start.line + 1}`,
    overdue: isOverdue(row, today) ? true : undefined,
  };
}

/** A difference in two lines: what differs, then the line that makes it and why. */
export function differenceText(output: Output, row: DifferenceRow, today: string): string {
  const { resource, field, at, reason } = row;
  const where = styled(output, 'dim', `${at.file}:${at.start.line + 1}`);
  const why =
    reason === undefined
      ? styled(output, 'yellow', 'no reason is recorded')
      : `because ${reason.because}${reviewText(row, today)}`;
  return `${resource}${field === '' ? '' : ` ${field}`}  ${valuesText(row)}\n  ${where}  ${why}\n`;
}

function reviewText(row: DifferenceRow, today: string): string {
  const { review } = row.reason ?? {};
  if (review === undefined) return '';
  return isOverdue(row, today) ? ` (review was due on ${review})` : ` (review on ${review})`;
}

function valuesText({ kind, value, usual, isTied }: DifferenceRow): string {
  if (isTied) return tiedText(kind, value);
  switch (kind) {
    case 'added':
      return 'is only here';
    case 'missing':
      return 'is missing here';
    case 'field':
      if (usual === undefined) return `is set here: ${short(value)}`;
      return value === undefined
        ? `is not set here; usually ${short(usual)}`
        : `${short(value)}, usually ${short(usual)}`;
  }
}

/** Where nothing is usual. */
function tiedText(kind: DifferenceRow['kind'], value: unknown): string {
  const isHere = kind === 'added' || value !== undefined;
  if (!isHere) return 'is not here, and is on as many other clusters';
  return `${kind === 'added' ? 'is here' : short(value)}, and otherwise on as many other clusters`;
}

const mostCharacters = 60;

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line;
}
