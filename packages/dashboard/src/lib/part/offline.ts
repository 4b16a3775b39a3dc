import { createContext, useContext } from 'react'

/** Whether the server cannot be reached, so that nothing below can be sent. */
export const Offline = createContext(false)

/** Whether the component can send nothing now. */
export const useIsOffline = (): boolean => useContext(Offline)
