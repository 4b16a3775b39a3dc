import type { Language } from './language.ts'

export const italian: Language = {
  units: {
    phase: 'fas[ei]',
    task: 'attività|compit[oi]',
    step: 'pass[oi]|passaggi[o]?',
    milestone: 'traguard[oi]',
    part: 'part[ei]',
    stage: 'tapp[ae]',
  },
  labels: {
    'depends on': 'dipend(?:e|ono) da(?:l|lla|lle|i)?, richiede, bloccat[oa] da, dopo',
    dependencies: 'dipendenz[ae]',
    prerequisites: 'prerequisit[oi]',
    'parallel with': '(?:in )?parallelo con',
    status: 'stato, avanzamento',
    files: 'file (?:coinvolti|modificati)',
    id: 'numero',
    name: 'nome, titolo',
    description: 'descrizione',
    estimate: 'stima|impegno',
    priority: 'priorità',
    risk: 'rischio',
  },
  values: {
    pending: 'da fare|in attesa|in sospeso|apert[oa]|pianificat[oa]',
    'in progress': 'in corso|iniziat[oa]',
    done: 'fatt[oaie]|completat[oaie]|terminat[oaie]|conclus[oaie]|finit[oaie]',
    skipped: 'saltat[oa]',
    deferred: 'rinviat[oa]|rimandat[oa]',
    cancelled: 'annullat[oa]|abbandonat[oa]',
    none: 'nessun[oa]?|niente|senza dipendenze',
    all: 'tutt[ei]',
  },
  criteria:
    'criteri(?:o)? di (?:accettazione|successo|uscita|completamento), definizione di (?:fatto|completato)',
  beside:
    'panoramica|introduzione|riepilogo, contesto, (?:non )?obiettiv[oi]|ambito, rischi, domande(?: aperte)?, riferimenti|appendice|allegati, note, prossimi passi|futuro, fuori ambito, metriche',
}
