import { rules } from '@amelia/core/plugin'

/** A slot by the lease that it was opened with and its name there. */
export interface SlotPlace {
  lease: string
  name: string
}

/** Ends the name of the file that tells where a slot was moved. It stands where the slot's folder was. */
export const moveSuffix = '.moved'

/** Writes a slot's place as one text, which a journal keeps: `7/slot-2`. */
export const writeSlotName = ({ lease, name }: SlotPlace): string => `${lease}/${name}`

/** Reads a slot's place; null for any other text, because a journal may have been edited. */
export const readSlotName = (text: string): SlotPlace | null => {
  const [lease = '', name = '', ...rest] = text.split('/')
  return rest.length === 0 && rules.runId.is(lease) && /^slot-[1-9]\d{0,8}$/.test(name)
    ? { lease, name }
    : null
}
