package dev.assent.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classinfo.ClassName;
import org.pitest.classpath.ClassloaderByteArraySource;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.build.intercept.equivalent.DivisionByMinusOneFilterFactory;
import org.pitest.mutationtest.build.intercept.equivalent.EqualsPerformanceShortcutFilterFactory;
import org.pitest.mutationtest.build.intercept.equivalent.EquivalentReturnMutationFilter;
import org.pitest.mutationtest.build.intercept.equivalent.NullFinalFieldAssignmentFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.AssertionsFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.EnumFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.EnumSwitchFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.ForEachLoopFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.ImplicitNullCheckFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.InlinedFinallyBlockFilter;
import org.pitest.mutationtest.build.intercept.javafeatures.MethodReferenceNullCheckFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.RecordFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.StringSwitchFilterFactory;
import org.pitest.mutationtest.build.intercept.javafeatures.TryWithResourcesFilterFactory;
import org.pitest.mutationtest.build.intercept.timeout.AvoidForLoopCountersFilterFactory;
import org.pitest.mutationtest.build.intercept.timeout.InfiniteForLoopFilterFactory;
import org.pitest.mutationtest.build.intercept.timeout.InfiniteIteratorLoopFilterFactory;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.config.GregorEngineFactory;
import org.pitest.util.Log;

/**
 * Makes mutants: PIT's engine with its default mutators. PIT's filters leave out the instructions that the compiler
 * adds, such as those that close a resource, and the changes that can make no difference.
 *
 * <p>Thread safety: used by one thread at a time.
 */
final class Mutator {
    private static final List<MutationInterceptorFactory> FILTERS = List.of(
            new TryWithResourcesFilterFactory(),
            new ImplicitNullCheckFilterFactory(),
            new MethodReferenceNullCheckFilterFactory(),
            new ForEachLoopFilterFactory(),
            new EnumFilterFactory(),
            new RecordFilterFactory(),
            new StringSwitchFilterFactory(),
            new AssertionsFilterFactory(),
            new EnumSwitchFilterFactory(),
            new InfiniteForLoopFilterFactory(),
            new InfiniteIteratorLoopFilterFactory(),
            new AvoidForLoopCountersFilterFactory(),
            new EqualsPerformanceShortcutFilterFactory(),
            new EquivalentReturnMutationFilter(),
            new DivisionByMinusOneFilterFactory(),
            new NullFinalFieldAssignmentFilterFactory());

    private final Compiled main;
    private final Mutater engine;

    /** For the classes of a folder. */
    Mutator(Compiled main) {
        this.main = main;
        Log.disable(); // its warnings make no difference here
        ClassByteArraySource others = ClassloaderByteArraySource.fromContext();
        engine = new GregorEngineFactory()
                .createEngine(EngineArguments.arguments())
                .createMutator(name -> bytes(name.replace('/', '.')).or(() -> others.getBytes(name)));
    }

    private Optional<byte[]> bytes(String name) {
        try {
            return main.has(name) ? Optional.of(main.bytes(name)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The changes of a class. */
    List<Mutation> mutations(String type) throws IOException {
        ClassTree tree = ClassTree.fromBytes(main.bytes(type));
        Collection<MutationDetails> found = engine.findMutations(ClassName.fromString(type));
        for (MutationInterceptor filter : filters().toList()) {
            filter.begin(tree);
            found = filter.intercept(found, engine);
            filter.end();
        }
        return Mutation.all(found);
    }

    /** None of them reads parameters; the filter for copies of a finally block has no factory that does without. */
    private static Stream<MutationInterceptor> filters() {
        return Stream.concat(
                Stream.of(new InlinedFinallyBlockFilter()), FILTERS.stream().map(each -> each.createInterceptor(null)));
    }

    /** The class with the change. */
    byte[] mutant(Mutation mutation) {
        return engine.getMutation(mutation.details().getId()).getBytes();
    }
}
