/** A parser for checklists: Spec Kit, Kiro, OpenSpec. */
export { checklist } from './lib/checklist.ts'
