export type Owner = {
	id: string;
	/** null if the creator gave none */
	name: string | null;
};

/** Returns the watermark's text: never our own name across somebody's work. */
export const markOf = ({ name }: Owner, title: string): string => name ?? title;
