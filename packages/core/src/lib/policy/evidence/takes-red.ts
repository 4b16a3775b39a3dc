import type { SettingValue } from '../dispatch/setting-values.ts'

/** Whether tests that come before their implementation are shown to be red first and green afterwards. */
export const takesRed = ({
  tdd,
  checks,
}: {
  readonly tdd: SettingValue<'tdd'>
  readonly checks: readonly { readonly name: string }[]
}): boolean => tdd === 'full' || (tdd === 'auto' && checks.some(({ name }) => name === 'test'))
