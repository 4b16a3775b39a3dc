import type { Context } from 'typedoc'

export declare const spellOutUnions: (context: Context) => void
