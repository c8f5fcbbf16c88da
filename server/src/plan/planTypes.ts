import type { Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { TextEdit } from '../text/textEdit.ts';
import type { PlanCode } from '../text/planWords.en.ts';
import type { LeftReason } from './whyLeft.ts';

/** Something that a plan says: a code with parameters, about an application, a cluster, a place. */
export interface PlanNote {
  readonly code: PlanCode;
  readonly parameters: Readonly<Record<string, string>>;
  /** What a word `{message}` stands for, in whatever language it is told. */
  readonly cause?: Pick<Problem, 'code' | 'parameters'> | undefined;
  readonly application: string;
  readonly cluster: string | undefined;
  readonly at: PlanPlace | undefined;
  /** The line where it stands, from 0, where no offset of it is known. */
  readonly line?: { readonly file: FileId; readonly line: number } | undefined;
}

/** A place of the tree of now; the offset counts UTF-16 units from 0. */
export interface PlanPlace {
  readonly file: FileId;
  readonly offset: number;
}

/** A version or a setting that an edit moves. */
export interface PlannedChange {
  readonly application: string;
  readonly at: PlanPlace;
  /** The way in its file. */
  readonly field: string;
  /** What it is a version of; `undefined` for a setting. */
  readonly subject: string | undefined;
  /** `''` where none stood there. */
  readonly before: string;
  readonly after: string;
  /** Where the source stage has it. */
  readonly from: PlanPlace;
  readonly edits: readonly TextEdit[];
  /** The object whose field Git gets from a cluster; `undefined` for what is promoted. */
  readonly adopts?: string | undefined;
}

/** A difference of the stages that stays. */
export interface PlannedRest {
  readonly application: string;
  readonly reason: LeftReason;
  readonly at: PlanPlace;
  readonly field: string;
  readonly source: string;
  readonly target: string;
}

/** The new text of a file, beside the one that the plan was made of; `undefined` where there is no file. */
export interface PlannedText {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What may change: everything else that would is a reason to refuse. */
export interface PlanReach {
  readonly applications: ReadonlySet<string>;
  readonly roots: ReadonlySet<FileId>;
  /** Those of the applications that may only change because another one of them yields them. */
  readonly yielded?: ReadonlySet<string> | undefined;
}

/** Where the versions of a promotion come from, and who runs them there. */
export interface PlanSource {
  /** As it was asked for. */
  readonly application: string;
  readonly stage: string;
  /** The keys of the applications of the stage; empty where no cluster is known to run it. */
  readonly keys: readonly string[];
  /** Of a layer: the roots that it is, which build alone; `undefined` where the stage is clusters. */
  readonly roots?: readonly FileId[] | undefined;
  /** Words that are the stage's own: the names of its folder and clusters. */
  readonly words?: readonly string[] | undefined;
}

/** The folders of a source and of a target stage of a promotion. */
export interface LayerPair {
  /** As it was asked for. */
  readonly application: string;
  /** The name of the source stage. */
  readonly source: string;
  readonly from: FileId;
  readonly to: FileId;
}

/** A plan of edits, before it is proven. */
export interface PlanDraft {
  readonly texts: ReadonlyMap<FileId, PlannedText>;
  readonly changes: readonly PlannedChange[];
  readonly left: readonly PlannedRest[];
  readonly refused: readonly PlanNote[];
  readonly dangers: readonly PlanNote[];
  readonly reach: PlanReach;
  /** The applications, by their keys, that have to change; whether a layer arrives anywhere is told by its roots. */
  readonly expected: ReadonlySet<string>;
  /** The source stages; absent for what is no promotion. */
  readonly sources?: readonly PlanSource[] | undefined;
  /** The target stages; absent for what is no promotion. */
  readonly targets?: readonly PlanSource[] | undefined;
  /** The stages that are layers, where all versions of them are promoted; absent for what is no promotion. */
  readonly layers?: readonly LayerPair[] | undefined;
  /** The folders of targets that are copied as wholes. */
  readonly copied?: readonly FileId[] | undefined;
  /** What is made of those folders: whatever changes in it is meant. */
  readonly copiedReach?: Pick<PlanReach, 'applications' | 'roots'> | undefined;
}
