package dev.assent.resources.quirk;

import static dev.assent.resources.quirk.DatabaseQuirks.REFUSED;
import static dev.assent.resources.quirk.Situation.Words.NO;

import dev.assent.resources.spi.DatabaseProfile;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows of databases from jars on the class path ({@link DatabaseProfile}). Thread safety: safe to share. */
final class Profiles {
    private static final String SAYS_ITS_PROFILE = "its profile says so";

    /** A cache, since every new connection asks. */
    private static final ClassValue<Known> KNOWN = new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> driverClass) {
            return new Known();
        }
    };

    /** The cached answer for a driver's class. */
    private static final class Known {
        private volatile @Nullable DatabaseQuirks row;

        /** The context class loaders that see no profile for it; the loader of another thread may see more. */
        private final Set<@Nullable ClassLoader> without =
                Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    }

    private Profiles() {}

    /** The row of the first profile for this driver; null when there is none. */
    static @Nullable DatabaseQuirks of(Class<?> driverClass) {
        Known known = KNOWN.get(driverClass);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (known.row == null && !known.without.contains(loader)) {
            known.row = find(driverClass).orElse(null);
            if (known.row == null) {
                known.without.add(loader);
            }
        }
        return known.row;
    }

    private static Optional<DatabaseQuirks> find(Class<?> driverClass) {
        return Stream.of(
                        ServiceLoader.load(DatabaseProfile.class),
                        ServiceLoader.load(DatabaseProfile.class, Profiles.class.getClassLoader()))
                .flatMap(ServiceLoader::stream)
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.isOf(driverClass))
                .findFirst()
                .map(Profiles::row);
    }

    private static String words(String statement) {
        return statement.strip().toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
    }

    /** An exception of a profile counts as "not fatal": the driver's error is the important one. */
    private static boolean isFatal(DatabaseProfile profile, SQLException error) {
        try {
            return profile.isFatal(error);
        } catch (Throwable failed) {
            return false;
        }
    }

    private static DatabaseQuirks row(DatabaseProfile profile) {
        DatabaseQuirks.Row row = new DatabaseQuirks.Row(profile.title(), profile.title(), "", "")
                .probedBy(profile::probeWork)
                .endedBy(
                        profile.endingStatements().stream().map(Profiles::words).toArray(String[]::new))
                .endedLocallyByIsolation() // JDBC leaves it open
                .lostBy(error -> isFatal(profile, error));
        if (!profile.joins()) {
            row.deviates(Situation.JOIN_ELSEWHERE, NO, SAYS_ITS_PROFILE, "a branch for each connection");
        }
        if (profile.endsLate()) {
            row.deviates(Situation.SUSPEND_RESUME, NO, SAYS_ITS_PROFILE, "ended only before it is prepared");
        }
        if (!profile.howItLoses().isEmpty()) {
            row.deviates(Situation.LIST_AFTER_KILL, NO, profile.howItLoses(), REFUSED);
        }
        return row.row();
    }
}
