export interface Fault {
  found: string
  advice: string
}
export const findFaults: (text: string) => Fault[]
