/** No number that is added up is larger, either way: sums of such, and squares of them, are numbers still. */
export const mostAmount = 1e100;
