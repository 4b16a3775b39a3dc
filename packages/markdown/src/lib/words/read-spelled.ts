const names = 'one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve'.split(',')
const romans = 'i,ii,iii,iv,v,vi,vii,viii,ix,x,xi,xii,xiii,xiv,xv,xvi,xvii,xviii,xix,xx'.split(',')

/** Matches a number in words, or in Roman numerals up to 20. `X` alone stands for any number. */
export const spelled = [...names, ...romans].filter((each) => each !== 'x').join('|')

/** Returns the digits of a number in words or in Roman numerals; any other text stays as it is. */
export const readSpelled = (text: string): string => {
  const lower = text.toLowerCase()
  const at = Math.max(names.indexOf(lower), romans.indexOf(lower))
  return at < 0 || lower === 'x' ? text : String(at + 1)
}
