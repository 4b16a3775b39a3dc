import type { Language } from './language.ts'

export const french: Language = {
  units: {
    task: 't[âa]ches?',
    step: '[ée]tapes?',
    milestone: 'jalons?',
    part: 'parties?',
    stage: 'stades?',
  },
  labels: {
    'depends on': "d[ée]pend(?:ent)? d(?:e|u|es|'), nécessite|requiert, bloquée? par, après",
    dependencies: 'd[ée]pendances?',
    prerequisites: 'pr[ée]requis, pré-requis',
    'parallel with': '(?:en )?parall[èe]le avec',
    status: 'statut, état|avancement',
    files: 'fichiers?(?: concernés| modifiés)?',
    id: 'numéro|n°',
    name: 'nom, titre|intitulé',
    estimate: 'estimation|effort',
    priority: 'priorité',
    risk: 'risque',
  },
  values: {
    pending: 'à faire|en attente|ouverte?|prévue?',
    'in progress': 'en cours|commencée?',
    done: 'faite?s?|terminée?s?|achevée?s?|finie?s?|livrée?s?',
    skipped: 'ignorée?',
    deferred: 'reportée?',
    cancelled: 'annulée?|abandonnée?',
    none: 'aucune?|rien|sans dépendance',
    all: 'tou(?:te)?s',
  },
  criteria:
    "crit[èe]res? d(?:'acceptation|e réussite|e succès|e sortie|e fin), définition de (?:fini|terminé)",
  beside:
    "aperçu|vue d'ensemble|résumé, contexte, (?:non-)?objectifs?|périmètre|portée, risques?, questions(?: ouvertes)?, références|annexes?, remarques|notes, prochaines étapes|suite, hors (?:périmètre|sujet), métriques",
}
