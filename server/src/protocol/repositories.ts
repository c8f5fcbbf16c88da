/** The setting that says where checkouts of other repositories are: folders by addresses. */
export const repositoriesSetting = 'strata.repositories';
