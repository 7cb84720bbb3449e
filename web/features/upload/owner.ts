export type Owner = {
	id: string;
	/** null if the creator gave none */
	name: string | null;
};

/** Returns what the watermark says: never our own name across somebody's work. */
export const markOf = ({ name }: Owner, title: string): string => name ?? title;
