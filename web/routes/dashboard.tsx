export default function DashboardRoute() {
	return <h1>Dashboard</h1>;
}
