package dev.assent.lab.result;

import dev.assent.lab.database.LabDatabase;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of a run. Immutable. */
public final class Results {
    private final Map<Measure.Key, Summary> all;

    private Results(Map<Measure.Key, Summary> all) {
        this.all = all;
    }

    /** The results of these measures. */
    public static Results of(Collection<Measure> measures) {
        Map<Measure.Key, List<Measure>> grouped =
                measures.stream().collect(Collectors.groupingBy(Measure::key, LinkedHashMap::new, Collectors.toList()));
        Map<Measure.Key, Summary> all = new LinkedHashMap<>();
        grouped.forEach((key, repeats) -> all.put(key, Summary.of(repeats)));
        return new Results(all);
    }

    /** Those of nothing. */
    public static Results none() {
        return new Results(Map.of());
    }

    /** These and others; of what both have, the others count. */
    public Results with(Results others) {
        Map<Measure.Key, Summary> both = new LinkedHashMap<>(all);
        both.putAll(others.all);
        return new Results(both);
    }

    /** The results that were neither disturbed nor unsteady. */
    public Results sure() {
        Map<Measure.Key, Summary> sure = new LinkedHashMap<>(all);
        sure.values().removeIf(each -> !each.isSure());
        return new Results(sure);
    }

    /** The keys of all measures, in the order of their first measurement. */
    public Stream<Measure.Key> keys() {
        return all.keySet().stream();
    }

    /** One of them; empty when it was not measured. */
    public Optional<Summary> find(Measure.Key key) {
        return Optional.ofNullable(all.get(key));
    }

    /** One without a scenario, of one client and no database. */
    public Optional<Summary> find(String experiment, String transport, String subject, String step) {
        return find(new Measure.Key(experiment, transport, LabDatabase.NONE.name(), "", subject, 1, step));
    }
}
