import { useEffect } from "react";

/** Scrolls to the element that the address names, as mails do, once its content is there. */
export function useScrollTo(id: string, isThere: boolean): void {
	useEffect(() => {
		if (isThere && location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView();
	}, [id, isThere]);
}
