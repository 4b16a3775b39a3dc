import { type Field, foldHead, type Outline, readFields } from '@amelia/markdown'

const beginsWithId = /^[^\p{L}\p{N}]{0,6}(?:sub-?task\s)?[\p{L}._-]{0,39}\d/iu

/** Cheap check before the text of a heading or an item is converted: an id contains a digit. */
export const mayBegin = (text: string): boolean => beginsWithId.test(foldHead(text.slice(0, 200)))

/** Whether only subtasks have such a field. */
export const isDeclaration = ({ name }: Field): boolean => name === 'dependsOn' || name === 'type'

/**
 * Whether a section may be a subtask by itself: any block declares a type or dependencies, or a heading or an
 * item with an id may end with a type in parentheses. Reading the sections takes several times as long.
 */
export const mayDeclare = ({ blocks }: Outline): boolean =>
  blocks.some(
    (block) =>
      readFields([block]).some(isDeclaration) ||
      ((block.kind === 'heading' || block.kind === 'item') &&
        /[(（]/.test(block.text) &&
        mayBegin(block.text)),
  )
