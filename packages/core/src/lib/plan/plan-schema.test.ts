import { expectTypeOf, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Plan, PlanDraft } from './model/plan.ts'
import type { planSchema } from './plan-schema.ts'

// The compiler checks this, so `npm test` fails where it checks the types.
it('has the types that the interfaces describe', () => {
  expectTypeOf<z.output<typeof planSchema>>().toEqualTypeOf<Plan>()
  expectTypeOf<z.input<typeof planSchema>>().branded.toEqualTypeOf<PlanDraft>()
})
