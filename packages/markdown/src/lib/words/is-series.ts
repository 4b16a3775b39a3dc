import { titleAfterId } from './title-after-id.ts'

/** Words whose numbers never count units of work, in several languages. */
const never =
  /^(?:chapter|version|week|month|quarter|day|year|option|level|layer|test|risk|decision|appendix|figure|table|case|scenario|example|question|problem|bug|finding|alternative|approach|requirement|command|failure|priority|note|v|q|r|d|ac|fr|nfr|sc|adr|rfc|kapitel|woche|monat|ebene|entscheidung|risiko|cap[íi]tulo|capitolo|chapitre|semana|semaine|settimana|m[eê]s|mois|mese|op[cç](?:i[óo]n|[ãa]o)|opzione|n[ií]vel|livello|niveau|prueba|teste|prova|riesgo|risco|risque|rischio|decisi[óo]n|decis[ãa]o|d[ée]cision|decisione|глава|версия|неделя|месяц|вариант|уровень|тест|риск|решение)s?$/iu
const numbered =
  /^[^\p{L}\p{N}]{0,12}(\p{L}{1,20})([ -]?)#?(\d{1,4}(?:\.\d{1,4}){0,3})(?=\s*(?:[:.)–—-]|$)|\s)/u

/** A member of a series with a word that no language names. */
export interface SeriesMember {
  /** In lower case. */
  word: string
  /** The number, or the code as written in lower case: `f-001`. */
  id: string
  /** The text after the number. */
  title: string
}

/** Reads the plain text of a heading that begins with any word and a number. */
export const readMember = (text: string): SeriesMember | undefined => {
  const [all = '', word = '', sign, number = ''] = numbered.exec(text) ?? []
  if (word === '' || never.test(word)) return undefined
  const isCode = sign !== ' '
  if (isCode && word !== word.toUpperCase()) return undefined
  const id = isCode ? `${word}${sign}${number}`.toLowerCase() : number.replace(/^0+(?=\d)/, '')
  return { word: word.toLowerCase(), id, title: titleAfterId(text.slice(all.length)) }
}

/** Returns whether members are one series: three or more of one word, from 0 or 1, without repeats. */
export const isSeries = (members: readonly (SeriesMember | undefined)[]): members is SeriesMember[] => {
  const [first] = members
  return (
    first !== undefined &&
    members.length > 2 &&
    members.every((member) => member?.word === first.word) &&
    new Set(members.map((member) => member?.id)).size === members.length &&
    /^\D*0*[01](?:\.|$)/.test(first.id)
  )
}
