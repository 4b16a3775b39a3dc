/** The part of MiniSearch's index that a search needs. */
export interface PageIndex<Result extends { id: string; title?: string }> {
  search(query: string, options: object): Result[]
}

/**
 * The settings of the search, which VitePress sends to the page as source text: each function uses only its
 * parameters.
 */
export const searchSettings = {
  /** Fields of a section. Aliases are a part of its text, because VitePress adds only the others. */
  fields: ['title', 'titles', 'text', 'aliases'],

  /** Returns a field of a section; the aliases are between two marks at the begin of its text. */
  extractField: (section: Record<string, unknown>, field: string): unknown => {
    const value = section[field === 'aliases' ? 'text' : field]
    if (field !== 'aliases' && field !== 'text') return value
    const parts = (typeof value === 'string' ? value : '').split('|:|')
    return field === 'aliases' ? (parts.length > 1 ? parts[1] : '') : parts[parts.length - 1]
  },

  /** Lowers a word, drops words that are in every question, and takes the plural for the singular. */
  processTerm: (term: string): string | null => {
    const word = term.toLowerCase()
    const dropped =
      'a an and are as at be by can do does for from has have how i if in into is it its me my of on or s so that the their them then there this to use using was what when where which who why will with without you your'
    if (` ${dropped} `.includes(` ${word} `)) return null
    return word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
  },

  /** Weighs pages for users before packages, examples and the reference. */
  boostDocument: (id: string): number => {
    const weights: [string, number][] = [
      ['/api/', 0.12],
      ['/reference/', 0.3],
      ['/examples/', 0.35],
      ['/packages/', 0.4],
      ['/project/agents', 0.1],
      ['/project/contributing', 0.1],
      ['/project/architecture', 0.4],
      ['/project/benchmarks', 0.3],
      ['/project/comparison', 1],
      ['/project/', 0.5],
      ['/concepts/prompts', 0.4],
      ['/use/cli', 0.8],
      ['/extend/', 0.9],
    ]
    const found = weights.find(([start]) => id.startsWith(start))
    // The begin of a page comes before its parts.
    return (found === undefined ? 1 : found[1]) * (id.includes('#') ? 1 : 1.3)
  },

  /** Finds the section of that name, then those with all words of a query, then those with any of them. */
  searchPages: <Result extends { id: string; title?: string }>(
    index: PageIndex<Result>,
    query: string,
  ): Result[] => {
    const both = index.search(query, { combineWith: 'AND' })
    const isNamed = ({ title }: Result): boolean => /[_A-Z]/.test(query) && title === query.trim()
    const all = [...both.filter(isNamed), ...both.filter((each) => !isNamed(each))]
    const found = new Set(all.map(({ id }) => id))
    return [...all, ...index.search(query, { combineWith: 'OR' }).filter(({ id }) => !found.has(id))]
  },
}

/** How words are compared: prefixes from 4 letters, and typing errors from 6. */
export const searchOptions = {
  prefix: (term: string): boolean => term.length >= 4,
  fuzzy: (term: string): number | false => (term.length >= 6 ? 0.2 : false),
  boost: { title: 4, aliases: 5, titles: 2, text: 1 },
  weights: { prefix: 0.3, fuzzy: 0.15 },
  boostDocument: searchSettings.boostDocument,
}
