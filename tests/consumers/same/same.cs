// same ROOT URL: dice, a sort, a save, a fetch; the lines are those of same.c.
using System;
using System.Text;
using System.Threading.Tasks;
using static GcNative;

static unsafe class Same
{
    static void Line(string word, int[] dice) { Console.WriteLine(word + "\t" + string.Join("\t", dice)); }

    // What a thrown GcException tells.
    static int Code(Action call)
    {
        try { call(); }
        catch (GcException error) { return error.Code; }
        return 0;
    }

    // What a game does once a frame.
    static T Finish<T>(Task<T> task, GcFetch fetch)
    {
        while (!task.IsCompleted)
        {
            fetch.Wait();
            fetch.Update();
        }
        return task.Result;
    }

    static int Main(string[] args)
    {
        gc_rng rng;
        var dice = new int[5];
        gc_rng_seed(&rng, 2026);
        for (int i = 0; i < 5; i++) dice[i] = gc_rng_int(&rng, 1, 6);
        Line("dice", dice);
        GcSort.Sort(dice);
        Line("sorted", dice);

        using (var writer = new GcWriter(args[0]))
        {
            var saved = writer.SaveAsync("csharp.sav", Encoding.UTF8.GetBytes("forty-two"), 7);
            writer.Flush();
            writer.Update();
            if (!saved.IsCompleted || saved.IsFaulted) return 1;
            var save = writer.Load("csharp.sav");
            Console.WriteLine("saved\t{0}\t{1}\t{2}", Encoding.UTF8.GetString(save.Data), save.Version, save.Backup);
            Console.WriteLine("missing\t{0}", Code(() => writer.Load("none.sav")));
        }
        using (var fetch = new GcFetch(args[0]))
        {
            var body = Finish(fetch.Get(args[1]), fetch);
            Finish(fetch.GetFile(args[1], "csharp.txt"), fetch);
            if (System.IO.File.ReadAllBytes(args[0] + "/csharp.txt").Length != body.Length) return 1;
            Console.WriteLine("fetched\t200\t{0}\t{1}", body.Length, Encoding.UTF8.GetString(body, 0, 9));
            Console.WriteLine("refused\t{0}", Code(() => fetch.Get("none:")));
        }
        return 0;
    }
}
