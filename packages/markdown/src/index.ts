/** The block outline of a Markdown document, a JSON reader, and functions shared by parsers of plans. */
export type * from './lib/outline.ts'
export { chooseWriting, type Writing } from './lib/write/choose-writing.ts'
export {
  type DocumentNode,
  type ListNode,
  type MapNode,
  maxNesting,
  type NodePlace,
} from './lib/data/document-node.ts'
export { escapeText } from './lib/write/escape-text.ts'
export { plainText } from './lib/plain-text.ts'
export { isOneCommand, isPlainCommand, readAcceptance } from './lib/acceptance/read-acceptance.ts'
export { readBodyAcceptance } from './lib/acceptance/read-body-acceptance.ts'
export { readCodeSpan } from './lib/acceptance/read-code-span.ts'
export { type Expectation, readExpectation } from './lib/acceptance/read-expectation.ts'
export { readDependencies } from './lib/reference/read-dependencies.ts'
export { type Field, type FieldName, readFields } from './lib/read-fields.ts'
export { readHead } from './lib/read-head.ts'
export { readJson } from './lib/data/read-json.ts'
export { readYaml } from './lib/data/read-yaml.ts'
export { readLabelled } from './lib/acceptance/read-labelled.ts'
export { readOutline } from './lib/read-outline.ts'
export { readPaths } from './lib/read-paths.ts'
export { type ReferenceScope, readReferences } from './lib/reference/read-references.ts'
export { type Section, readSection } from './lib/read-section.ts'
export { isCriteria } from './lib/read-tasks.ts'
export { isBesideWork, isCriteriaHeading } from './lib/is-beside-work.ts'
export { isStep, readStep } from './lib/read-step.ts'
export { readType, typeOf } from './lib/read-type.ts'
export { createReferenceBudget, type ReferenceBudget } from './lib/reference/reference-budget.ts'
export { renumberPhases } from './lib/renumber-phases.ts'
export { writeHead } from './lib/write/write-head.ts'
export { type SectionStyle, writeSection } from './lib/write/write-section.ts'
