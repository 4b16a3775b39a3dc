/** Reads plans that are written as checklists: Spec Kit, Kiro, OpenSpec. */
export { checklist } from './lib/checklist.ts'
