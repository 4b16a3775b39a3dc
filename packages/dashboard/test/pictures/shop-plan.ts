import type { PlanDraft } from '@amelia/core'

/** A plan with parallel phases, subtasks, steps, and phases of high risk. */
export const shopPlan: PlanDraft = {
  title: 'Checkout with saved cards',
  goal: 'Let returning customers pay with a saved card, without entering it again',
  phases: [
    {
      id: '1',
      title: 'Card vault schema and migration',
      files: ['db/cards.sql'],
      subtasks: [
        { id: '1a', title: 'Write the schema tests', type: 'test' },
        { id: '1b', title: 'Add the migration', type: 'impl', dependsOn: ['1a'] },
      ],
    },
    {
      id: '2a',
      title: 'Tokenise cards at the payment provider',
      dependsOn: ['1'],
      files: ['src/tokens.ts'],
      risk: 'high',
      subtasks: [
        { id: 'tok-test', title: 'Contract tests of the provider client', type: 'test' },
        { id: 'tok-impl', title: 'Provider client with retries', type: 'impl', dependsOn: ['tok-test'] },
      ],
    },
    {
      id: '2b',
      title: 'List and delete saved cards in the account page',
      dependsOn: ['1'],
      files: ['src/account.ts'],
    },
    {
      id: '2c',
      title: 'Audit log of card changes, with the customer, the address and the reason of each change',
      dependsOn: ['1'],
      files: ['src/audit.ts'],
    },
    { id: '3', title: 'Pay with a saved card', dependsOn: ['2a', '2b'], files: ['src/pay.ts'] },
    { id: '4', title: 'Documentation and release notes', dependsOn: ['3', '2c'], files: ['docs/cards.md'] },
  ],
}
