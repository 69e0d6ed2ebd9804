/* Types the mhchem module, whose import adds the commands \ce and \pu to KaTeX. */
declare module 'katex/contrib/mhchem';
