export default function SalesRoute() {
	return <h1>Sales</h1>;
}
